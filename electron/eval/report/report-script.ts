/** The filters of the report. An element belongs to a task, a tool or an agent by its data attributes. */
export const REPORT_SCRIPT = `
const form = document.querySelector("form");
const count = document.querySelector("#shown");
function apply() {
  const chosen = (kind) => new Set([...form.querySelectorAll('input[name="' + kind + '"]:checked')].map((box) => box.value));
  const wanted = { task: chosen("task"), tool: chosen("tool"), agent: chosen("agent"), outcome: chosen("outcome") };
  for (const element of document.querySelectorAll("[data-task], [data-tool], [data-agent], [data-outcome]")) {
    element.hidden = Object.entries(wanted).some(([kind, names]) => kind in element.dataset && !names.has(element.dataset[kind]));
  }
  const rows = [...document.querySelectorAll("tr[data-run]")];
  count.textContent = rows.filter((row) => !row.hidden).length + " of " + rows.length + " runs";
}
form.addEventListener("change", apply);
form.addEventListener("submit", (event) => event.preventDefault());
apply();
`;
