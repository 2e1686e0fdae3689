/**
 * The look of the report: the window's colors, in the reader's scheme. The report has
 * no font of its own, so that it stays one small file.
 */
export const REPORT_STYLE = `
:root {
  color-scheme: dark;
  --bg-0: #0b0d10; --bg-1: #101318; --bg-2: #151920; --bg-3: #1c212a; --line-1: #252c37; --line-2: #6b7788;
  --text-1: #e9edf3; --text-2: #b1bbc9; --text-3: #8d99aa;
  --you: #56c4ff; --agent: #b8a0ff; --wait: #ffb338; --ok: #58cc93; --fail: #ff7a7a;
}
@media (prefers-color-scheme: light) {
  :root {
    color-scheme: light;
    --bg-0: #e9edf2; --bg-1: #f4f6f9; --bg-2: #ffffff; --bg-3: #ffffff; --line-1: #d5dce5; --line-2: #768294;
    --text-1: #12161c; --text-2: #434d5a; --text-3: #5a6573;
    --you: #0064b0; --agent: #6235c9; --wait: #8a4f00; --ok: #0f6b41; --fail: #b91f2c;
  }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--bg-0); color: var(--text-1); font: 14px/1.45 Inter, system-ui, sans-serif; }
main { max-width: 1120px; margin: 0 auto; padding: 32px 24px 64px; }
h1 { font-size: 24px; line-height: 30px; margin: 0 0 4px; letter-spacing: -0.01em; }
h2 { font-size: 17px; margin: 40px 0 4px; }
h3 { font-size: 14px; margin: 0 0 12px; }
p { margin: 4px 0; color: var(--text-2); max-width: 76ch; }
.note { border-left: 3px solid var(--wait); background: var(--bg-2); padding: 8px 12px; border-radius: 4px; margin: 16px 0; color: var(--text-1); }
.cards { display: grid; grid-template-columns: repeat(auto-fit, minmax(430px, 1fr)); gap: 12px; margin-top: 12px; }
.card { background: var(--bg-2); border: 1px solid var(--line-1); border-radius: 10px; padding: 16px; min-width: 0; }
.scroll { overflow-x: auto; background: var(--bg-2); border: 1px solid var(--line-1); border-radius: 10px; margin-top: 12px; }
.scroll:focus-visible { outline: 2px solid var(--you); outline-offset: 2px; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
caption { text-align: left; padding: 12px 16px 4px; font-weight: 600; }
th, td { text-align: left; padding: 5px 14px; border-top: 1px solid var(--line-1); white-space: nowrap; vertical-align: top; }
thead th { border-top: 0; color: var(--text-3); font-weight: 500; }
tbody th { font-weight: 600; }
.number, th.number { text-align: right; }
.tall { max-height: 70vh; }
.tall thead th { position: sticky; top: 0; background: var(--bg-2); }
.wide { white-space: normal; min-width: 36ch; }
a { color: var(--you); } a:focus-visible { outline: 2px solid var(--you); outline-offset: 2px; }
.quiet { color: var(--text-3); }
.pass { color: var(--ok); } .bad { color: var(--fail); } .void { color: var(--wait); }
svg { display: block; width: 100%; max-width: 640px; height: auto; font: 12px Inter, system-ui, sans-serif; }
svg .grid { stroke: var(--line-1); } svg .mark { stroke: var(--line-2); stroke-dasharray: 4 3; }
svg .tick { fill: var(--text-3); } svg .name { fill: var(--text-1); }
svg .dot { fill: var(--agent); fill-opacity: 0.45; }
svg .whisker { stroke: var(--text-1); stroke-width: 1.5; } svg .mean { fill: var(--text-1); }
.class-0 { fill: var(--agent); background: var(--agent); } .class-1 { fill: var(--you); background: var(--you); }
.class-2 { fill: var(--line-2); background: var(--line-2); } .class-3 { fill: var(--wait); background: var(--wait); }
.legend { display: flex; flex-wrap: wrap; gap: 4px 16px; list-style: none; margin: 12px 0 0; padding: 0; color: var(--text-2); font-size: 12px; }
.swatch { display: inline-block; width: 10px; height: 10px; border-radius: 2px; margin-right: 6px; }
form { display: flex; flex-wrap: wrap; gap: 12px 24px; margin: 24px 0 0; padding: 12px 16px; background: var(--bg-1); border: 1px solid var(--line-1); border-radius: 10px; }
fieldset { border: 0; margin: 0; padding: 0; display: flex; flex-wrap: wrap; gap: 4px 14px; align-items: center; }
legend { float: left; margin-right: 12px; color: var(--text-3); }
label { display: inline-flex; gap: 6px; align-items: center; min-height: 24px; }
input { accent-color: var(--you); width: 16px; height: 16px; margin: 0; }
input:focus-visible { outline: 2px solid var(--you); outline-offset: 2px; }
[hidden] { display: none !important; }
footer { margin-top: 40px; color: var(--text-3); font-size: 12px; }
@media (max-width: 560px) { .cards { grid-template-columns: 1fr; } main { padding: 20px 12px; } }
@media print { body { background: #fff; } form { display: none; } }
`;
