/**
 * Shows the replay of a run in the dialog. A click on a step moves the player to the step's
 * marker. The player tells which marker it passes, and that step is marked as the current one.
 */
export const REPLAY_SCRIPT = `
const dialog = document.querySelector("#replay");
const about = document.querySelector("#replay-about");
const steps = document.querySelector("#replay-steps");
const screen = document.querySelector("#player");
let player;
let opener;

async function unpacked(text) {
  const bytes = Uint8Array.from(atob(text.trim()), (sign) => sign.charCodeAt(0));
  return new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).text();
}

function mark(index) {
  for (const item of steps.querySelectorAll("li")) item.removeAttribute("aria-current");
  const item = steps.querySelector('[data-marker="' + index + '"]')?.closest("li");
  if (item === undefined || item === null) return;
  item.setAttribute("aria-current", "step");
  item.scrollIntoView({ block: "nearest" });
}

function stop() {
  player?.dispose();
  player = undefined;
  screen.replaceChildren();
}

async function show(button) {
  stop();
  opener = button;
  const parts = document.getElementById(button.dataset.replay).content.cloneNode(true).children;
  const [head, body] = parts;
  about.replaceChildren(...head.childNodes);
  steps.replaceChildren(...body.childNodes);
  steps.scrollTop = 0;
  for (const go of dialog.querySelectorAll("[data-go]")) go.disabled = neighbor(Number(go.dataset.go)) === undefined;
  const packed = document.getElementById(button.dataset.replay + "-recording");
  screen.hidden = packed === null;
  if (!dialog.open) dialog.showModal();
  if (packed === null) return;
  const data = await unpacked(packed.textContent);
  if (opener !== button || !dialog.open) return;
  player = AsciinemaPlayer.create({ data }, screen, {
    fit: "both", idleTimeLimit: 2, preload: true, poster: "npt:0", theme: "asciinema",
    terminalFontFamily: "'JetBrains Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace",
  });
  player.addEventListener("marker", ({ index }) => mark(index));
}

function neighbor(by) {
  const buttons = [...document.querySelectorAll("tr[data-run]:not([hidden]) button[data-replay]")];
  return buttons[buttons.indexOf(opener) + by];
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("button[data-replay]");
  if (button) show(button);
});
dialog.addEventListener("click", (event) => {
  const button = event.target.closest("button");
  if (button?.matches("[data-close]")) dialog.close();
  if (button?.matches("[data-go]")) show(neighbor(Number(button.dataset.go)));
  if (!button?.matches("[data-marker]") || player === undefined) return;
  const index = Number(button.dataset.marker);
  player.seek({ marker: index });
  mark(index);
});
dialog.addEventListener("close", () => {
  stop();
  opener?.focus();
});
`;
