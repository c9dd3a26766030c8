/** CSS of the page: light and dark color schemes, narrow screens, and print. */
export const STYLE = `
:root{color-scheme:light dark;--bg:#fff;--panel:#f6f7f9;--ink:#1b2330;--dim:#5d6878;--line:#dce1e8;
--new:#b42318;--fixed:#087a4b;
--critical:#8f1239;--high:#d4351c;--medium:#e08600;--low:#2f76c4;--none:#8a94a3;--unknown:#6b5fa8}
@media (prefers-color-scheme:dark){:root{--bg:#12161d;--panel:#1b212b;--ink:#e6eaf0;--dim:#9aa6b6;
--line:#323b48;--new:#ff8a7a;--fixed:#57d69b;
--critical:#e5487b;--high:#ff6b4a;--medium:#f2a83b;--low:#5ea3ee;--none:#8a94a3;--unknown:#a598ea}}
*{box-sizing:border-box}
body *{unicode-bidi:isolate}
body{margin:0 auto;max-width:76rem;padding:1.5rem;background:var(--bg);color:var(--ink);
font:15px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif}
h1{font-size:1.6rem;line-height:1.2;margin:0 0 .2rem;overflow-wrap:anywhere}
h2{font-size:1.1rem;margin:2rem 0 .6rem}
h3{font-size:1rem;margin:1.2rem 0 .4rem}
p{margin:.3rem 0}
.dim{color:var(--dim)}
.tiles{display:flex;flex-wrap:wrap;gap:.6rem;margin:1rem 0;padding:0;list-style:none}
.tiles li{flex:1 1 7rem;background:var(--panel);border:1px solid var(--line);border-radius:.5rem;padding:.55rem .8rem}
.tiles b{display:block;font-size:1.7rem;line-height:1.1;font-variant-numeric:tabular-nums}
.tiles .new b{color:var(--new)}.tiles .fixed b{color:var(--fixed)}.tiles .nil b{color:var(--dim)}
.tiles span{color:var(--dim)}
figure{margin:0;background:var(--panel);border:1px solid var(--line);border-radius:.5rem;padding:.8rem}
svg{display:block;width:100%;height:auto}
svg text{fill:var(--dim);font:12px system-ui,sans-serif}
svg .grid{stroke:var(--line)}
svg text.new{fill:var(--new)}svg text.fixed{fill:var(--fixed)}svg .target{fill:transparent}
svg .hollow{fill:none;stroke:var(--dim);stroke-dasharray:3 2}
svg .mark{outline:none}svg .mark:focus-visible>*{stroke:var(--ink);stroke-width:2}
svg .status-failed{fill:var(--new)}svg .status-stopped{fill:var(--dim)}
caption{text-align:left;color:var(--dim);padding:.5rem 0}
.legend{display:flex;flex-wrap:wrap;gap:.2rem 1.1rem;margin:.5rem 0 0;padding:0;list-style:none;font-size:.9rem}
.legend i{display:inline-block;width:.8rem;height:.8rem;border-radius:.15rem;margin-right:.35rem;vertical-align:-.08rem}
.s-critical{fill:var(--critical);background:var(--critical)}
.s-high{fill:var(--high);background:var(--high)}
.s-medium{fill:var(--medium);background:var(--medium)}
.s-low{fill:var(--low);background:var(--low)}.s-none{fill:var(--none);background:var(--none)}
.s-unknown{fill:var(--unknown);background:var(--unknown)}
.sev{display:inline-block;white-space:nowrap;font-weight:600;font-size:.85rem}
.sev i{display:inline-block;width:.65rem;height:.65rem;border-radius:50%;margin-right:.4rem}
details{border:1px solid var(--line);border-radius:.5rem;margin:.5rem 0;background:var(--bg)}
summary{cursor:pointer;padding:.55rem .8rem;background:var(--panel);border-radius:.5rem}
details[open]>summary{border-radius:.5rem .5rem 0 0;border-bottom:1px solid var(--line)}
.body{padding:.2rem .8rem .8rem}
.chip{display:inline-block;margin-left:.5rem;font-size:.9rem;white-space:nowrap}
.chip.new{color:var(--new);font-weight:600}.chip.fixed{color:var(--fixed);font-weight:600}
.chip.nil{color:var(--dim);font-weight:400}
table{border-collapse:collapse;width:100%;font-size:.92rem}
th{text-align:left;color:var(--dim);font-weight:500;padding:.3rem .6rem .3rem 0;
border-bottom:1px solid var(--line);white-space:nowrap}
td{padding:.4rem .6rem .4rem 0;border-bottom:1px solid var(--line);vertical-align:top;overflow-wrap:anywhere}
tr:last-child td{border-bottom:0}
td .title{display:block;color:var(--dim);font-size:.9em}
table.g,table.a{table-layout:fixed}
table.g th:nth-child(1),table.a th:nth-child(1),table.h th:nth-child(1){width:3.4rem}
table.g th:nth-child(2){width:5.6rem}table.g th:nth-child(3){width:14%}
table.g th:nth-child(4){width:28%}table.g th:nth-child(6){width:3.2rem}
table.a th:nth-child(2){width:20%}table.a th:nth-child(4){width:30%}table.h td:last-child{width:26%}
table:not(.g):not(.a):not(.h) td:first-child{width:22%}
td[data-v]{font-variant-numeric:tabular-nums}table.sort th[tabindex]{cursor:pointer}
th[aria-sort=descending]::after{content:" \\2193"}th[aria-sort=ascending]::after{content:" \\2191"}
code{display:block;font:.85em ui-monospace,monospace;color:var(--dim);overflow-wrap:anywhere;white-space:pre-wrap}
td ul{margin:0;padding:0;list-style:none}
td li+li{border-top:1px dotted var(--line);margin-top:.35rem;padding-top:.35rem}
.gap{border:1px solid var(--medium);border-left-width:.4rem;border-radius:.5rem;
background:var(--panel);padding:.6rem .9rem;margin:1rem 0}
.gap b{font-size:1.1rem}.gap ul{margin:.3rem 0 0;padding-left:1.2rem}
.stale{color:var(--new);font-weight:600}.tag.gapped,.chip.gapped{color:var(--medium);border-color:var(--medium)}
#tools{display:flex;flex-wrap:wrap;gap:.5rem .9rem;align-items:center;margin:1rem 0;
padding:.6rem .8rem;background:var(--panel);border:1px solid var(--line);border-radius:.5rem}
#tools input[type=search]{flex:1 1 12rem;min-width:8rem}
#tools input[type=search],#tools select{font:inherit;padding:.25rem .4rem;max-width:100%;
color:inherit;background:var(--bg);border:1px solid var(--line);border-radius:.3rem}
#tn{color:var(--dim);margin-left:auto}
[hidden]{display:none!important}.po{display:none}
a{color:inherit;text-decoration-color:var(--dim)}
.tag{display:inline-block;border:1px solid var(--line);border-radius:.3rem;padding:0 .35rem;
font-size:.8rem;max-width:100%}
.tag.exploited{color:var(--new);border-color:var(--new);font-weight:600}
b.exploited{color:var(--new)}.tag.accepted{color:var(--fixed);border-color:var(--fixed)}
td details{border:0;margin:0;background:none}td summary{padding:0;background:none;color:var(--dim)}
td details[open]>summary{border:0}
.note{border-left:3px solid var(--medium);padding:.1rem 0 .1rem .7rem;margin:.6rem 0}
footer{margin-top:2.5rem;color:var(--dim);font-size:.85rem;border-top:1px solid var(--line);padding-top:.6rem}
@media (max-width:42rem){body{padding:.9rem}table,tbody,tr,td{display:block;width:auto!important}
thead{position:absolute;left:-999rem}tr{border-bottom:1px solid var(--line);padding:.5rem 0}
td{border:0;padding:.1rem 0}
td[data-l]:not([data-l=""])::before{content:attr(data-l) ": ";color:var(--dim);font-size:.85em}
svg text{font-size:20px}}
@media print{:root{color-scheme:light;--bg:#fff;--panel:#fff;--ink:#000;--dim:#444;--line:#bbb;
--new:#b42318;--fixed:#087a4b;--critical:#8f1239;--high:#d4351c;--medium:#e08600;--low:#2f76c4;
--none:#8a94a3;--unknown:#6b5fa8}
@page{margin:15mm}body{max-width:none;padding:0;font-size:10pt}
svg,.legend i,.sev i{print-color-adjust:exact;-webkit-print-color-adjust:exact}
figure details{display:none}h2,h3{break-after:avoid}tr,figure,.tiles li{break-inside:avoid}table{font-size:8.5pt}
.tag{font-size:7.5pt}summary{list-style:none}#tools,.np,.x,td details>ul{display:none}
.po{display:block}.tiles li{padding:.2rem .5rem}.tiles b{font-size:1.2rem}
td{padding:.15rem .4rem .15rem 0}code{display:inline;font-size:.9em}
code::before{content:" \\00b7  "}table.g th:nth-child(2){width:4.6rem}
table.g th:nth-child(3){width:19%}td .title{display:inline}h2{margin:1rem 0 .3rem}
table.g th:nth-child(1),table.a th:nth-child(1){width:2.6rem}thead{display:table-header-group}
a{text-decoration:none}}
`.replaceAll('\n', '');
