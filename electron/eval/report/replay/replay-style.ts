/** The look of the dialog in which a run is gone through again. */
export const REPLAY_STYLE = `
button { font: inherit; color: var(--text-1); background: var(--bg-3); border: 1px solid var(--line-2); border-radius: 6px; min-height: 28px; padding: 2px 10px; cursor: pointer; }
button:hover { border-color: var(--you); } button:disabled { opacity: 0.45; cursor: default; border-color: var(--line-2); }
button:focus-visible, #replay-steps:focus-visible, summary:focus-visible { outline: 2px solid var(--you); outline-offset: 2px; }
td button { min-height: 24px; padding: 0 8px; }
dialog { width: min(96vw, 1680px); height: min(94vh, 1080px); max-width: none; max-height: none; padding: 0; color: var(--text-1); background: var(--bg-1); border: 1px solid var(--line-1); border-radius: 10px; }
dialog[open] { display: flex; flex-direction: column; }
dialog::backdrop { background: rgb(0 0 0 / 0.6); }
dialog header { display: flex; gap: 16px; align-items: flex-start; justify-content: space-between; padding: 12px 16px; border-bottom: 1px solid var(--line-1); }
dialog h2 { margin: 0; font-size: 15px; }
dialog header p { font-size: 12px; max-width: none; }
.buttons { display: flex; gap: 8px; flex: none; }
.stage { display: flex; flex: 1; min-height: 0; }
#player { flex: 1 1 62%; min-width: 0; padding: 12px; }
#replay-steps { flex: 1 1 38%; min-width: 0; overflow-y: auto; padding: 12px 16px; border-left: 1px solid var(--line-1); }
#replay-steps:focus-visible { outline-offset: -2px; }
#replay-steps ol { list-style: none; margin: 8px 0 0; padding: 0; }
#replay-steps li { border-left: 3px solid var(--line-1); padding: 2px 0 8px 10px; }
#replay-steps li[aria-current] { border-left-color: var(--you); }
.head { display: flex; gap: 10px; align-items: baseline; width: 100%; text-align: left; background: none; border: 0; padding: 2px 4px; min-height: 26px; }
button.head:hover { background: var(--bg-3); }
.head .time { color: var(--text-2); font-variant-numeric: tabular-nums; min-width: 4ch; }
.head .took { margin-left: auto; color: var(--text-3); font-size: 12px; white-space: nowrap; }
.head b { overflow: hidden; text-overflow: ellipsis; white-space: nowrap; }
dialog pre, .said { margin: 2px 4px; white-space: pre-wrap; overflow-wrap: anywhere; max-width: none; }
dialog pre { font: 12px/1.4 'JetBrains Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace; color: var(--text-2); }
dialog details pre { background: var(--bg-0); border-radius: 6px; padding: 8px 10px; max-height: 40vh; overflow: auto; }
summary { cursor: pointer; color: var(--text-2); margin: 2px 4px; min-height: 24px; }
@media (max-width: 760px) {
  .stage { flex-direction: column; overflow-y: auto; }
  #player { flex: 0 0 46vh; } #replay-steps { flex: none; overflow: visible; border-left: 0; border-top: 1px solid var(--line-1); }
  dialog header { flex-direction: column; gap: 8px; }
}
`;
