/** Style of the reference: two columns of words and examples beside the navigation, one below the other on phones. */
export const DOCS_STYLE = `:root{color-scheme:light dark;
--paper:light-dark(#fff,#0e1013);--sunken:light-dark(#f6f6f2,#15181c);--line:light-dark(#e5e4de,#292e35);
--ink:light-dark(#15181e,#eceef1);--ink-2:light-dark(#454b57,#b6bcc6);--ink-3:light-dark(#5c636f,#9aa1ad);
--brand:light-dark(#0e6553,#56bda3);--brand-tint:light-dark(#e5f1ed,#12302a);--focus:light-dark(#1c59b5,#86b3f5);
--get:light-dark(#1c59b5,#86b3f5);--post:light-dark(#166b41,#6cc893);--put:light-dark(#8a5200,#e5b35c);--delete:light-dark(#ad241c,#f28b82);
--code:light-dark(#171b21,#15181c);--code-line:light-dark(#171b21,#292e35);--code-ink:#e4e7ec;--code-dim:#a3abb8;--code-key:#8fc7ff;--code-text:#9ad9b4;--code-number:#f0c07a;
--mono:ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;font:15px/1.6 "Inter Variable",ui-sans-serif,system-ui,sans-serif}
*{box-sizing:border-box}html{scroll-padding-top:4rem}
body{margin:0;background:var(--paper);color:var(--ink);display:grid;grid-template-columns:16rem minmax(0,1fr);grid-template-rows:3.25rem auto}
a{color:var(--brand)}a:focus-visible,summary:focus-visible,pre:focus-visible{outline:2px solid var(--focus);outline-offset:2px;border-radius:3px}main:focus{outline:none}
code{font:.86em/1.5 var(--mono)}p code,li code,dd code,td code{background:var(--sunken);border:1px solid var(--line);border-radius:4px;padding:0 .3em;overflow-wrap:anywhere}
.skip{position:absolute;inset-inline-start:-999px}.skip:focus{inset-inline-start:1rem;top:.6rem;z-index:4;background:var(--paper);padding:.3rem .6rem}
header{grid-column:1/-1;position:sticky;top:0;z-index:2;display:flex;align-items:center;gap:1.25rem;padding:0 1.5rem;background:var(--paper);border-bottom:1px solid var(--line)}
header a{text-decoration:none}.home{font-weight:650;font-size:1.05rem;color:var(--ink);letter-spacing:-.01em}.home span{color:var(--brand)}.spec{margin-inline-start:auto;font-size:.875rem}.open,.close{display:none}
nav{position:sticky;top:3.25rem;height:calc(100vh - 3.25rem);overflow:auto;padding:1.25rem 1rem 2.5rem 1.5rem;border-inline-end:1px solid var(--line);font-size:.875rem}
nav h2{font-size:.75rem;font-weight:600;color:var(--ink-3);margin:1.5rem .6rem .35rem}nav h2:first-of-type{margin-top:0}
nav ul{list-style:none;margin:0;padding:0}nav li a{display:block;padding:.22rem .6rem;border-radius:6px;color:var(--ink-2);text-decoration:none}
nav li a:hover{background:var(--sunken);color:var(--ink)}nav li a[aria-current]{background:var(--brand-tint);color:var(--brand);font-weight:600}
main{min-width:0;padding:2.25rem 2.5rem 6rem;max-width:88rem}
h1{font-size:1.9rem;line-height:1.2;letter-spacing:-.02em;margin:0 0 .5rem}.lead{font-size:1.05rem;color:var(--ink-2);margin:0 0 1.5rem}
.contents{list-style:none;margin:0;padding:.5rem 0;border:1px solid var(--line);border-radius:10px;background:var(--sunken);max-width:52rem}
.contents li{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem .75rem;padding:.3rem 1rem}.contents a{margin-inline-end:auto;text-decoration:none;font-weight:500}.contents a:hover{text-decoration:underline}.contents code{background:none;border:0;color:var(--ink-3)}
.op{display:grid;grid-template-columns:minmax(0,1fr) minmax(0,1fr);column-gap:3rem;align-items:start;padding:2.75rem 0;border-top:1px solid var(--line)}
h1+.op{border-top:0;padding-top:1.25rem}.contents+.op{border-top:0}
.op>h2{grid-column:1/-1}.op h2{font-size:1.3rem;line-height:1.3;letter-spacing:-.01em;margin:0 0 .5rem}.op h2 a{color:inherit;text-decoration:none}.op h2 a:hover{text-decoration:underline}
.words{min-width:0}.words>:first-child{margin-top:0}.words p,.words ul,.words ol{margin:.6rem 0}.words li{margin:.25rem 0}
h3{font-size:.8125rem;font-weight:600;color:var(--ink);margin:1.6rem 0 .2rem}.about{color:var(--ink-2);font-size:.9rem}
.call{overflow-wrap:anywhere}.call code{background:none!important;border:0!important;padding:0!important;color:var(--ink-2)}.call b,figcaption b{font-weight:600;color:var(--brand)}
.method{font:600 .6875rem/1.4 var(--mono);letter-spacing:.02em;color:var(--ink-3)}.get{color:var(--get)}.post{color:var(--post)}.put,.patch{color:var(--put)}.delete{color:var(--delete)}
.fields{list-style:none;padding:0;margin:.25rem 0!important;font-size:.9rem}.fields>li{padding:.6rem 0;margin:0!important;border-top:1px solid var(--line)}.fields>li:first-child{border-top:0}
.fields p{margin:.1rem 0}.fields p:not(.chips)>code{background:none;border:0;padding:0;font-weight:600;color:var(--ink)}.type,.limit{color:var(--ink-3);font-size:.8125rem;overflow-wrap:anywhere}.required{color:var(--put);font-size:.75rem;font-weight:600}
.fields .fields{padding-inline-start:1rem;border-inline-start:2px solid var(--line)}
details>summary{cursor:pointer;color:var(--ink-2);font-size:.875rem;padding:.2rem 0}details.returns>summary{color:var(--ink)}summary h3{display:inline;margin:0}details.returns{margin-top:1.4rem}
.samples{position:sticky;top:4.5rem;min-width:0;display:grid;gap:1rem}.op[id] .samples{padding-top:.2rem}
.code{margin:0;border:1px solid var(--code-line);border-radius:10px;overflow:hidden;background:var(--code);color:var(--code-ink)}
figcaption{padding:.5rem .9rem;border-bottom:1px solid #ffffff1f;font-size:.8125rem;color:var(--code-dim);overflow-wrap:anywhere}figcaption b{color:var(--code-key)!important}
figcaption .get{color:#86b3f5}figcaption .post{color:#6cc893}figcaption :is(.put,.patch){color:#e5b35c}figcaption .delete{color:#f28b82}
pre{margin:0;padding:.85rem .9rem;overflow:auto;max-height:26rem;font:12.5px/1.6 var(--mono);tab-size:2}pre code{font:inherit}pre:focus-visible{outline-offset:-3px}.k{color:var(--code-key)}.s{color:var(--code-text)}.n{color:var(--code-number)}
.status{font-weight:600}.code-note{margin:0;border:1px solid var(--line);border-radius:10px;padding:.55rem .9rem;font-size:.875rem;color:var(--ink-2)}
.terms{margin:.5rem 0;display:grid;grid-template-columns:max-content minmax(0,1fr);gap:.45rem 1.5rem;grid-column:1/-1}dt{font-weight:600}dd{margin:0;color:var(--ink-2)}
.chips{display:flex;flex-wrap:wrap;gap:.3rem}table{border-collapse:collapse;width:100%;font-size:.8125rem}th,td{text-align:start;vertical-align:top;padding:.4rem .75rem .4rem 0;border-bottom:1px solid var(--line)}
@media(max-width:1180px){.op{grid-template-columns:minmax(0,1fr)}.samples{position:static;margin-top:1.5rem}}
@media(max-width:800px){body{display:block}header{height:3.25rem;padding:0 1rem}.open{display:inline-block;margin-inline-start:auto;font-size:.9375rem;padding:.5rem}.spec{display:none}
nav{display:none}nav:target{display:block;position:fixed;inset:0;z-index:3;height:auto;background:var(--paper);padding:0 1rem 3rem;border:0;font-size:1rem}nav li a{padding:.5rem .6rem}
nav:target .close{display:block;text-align:end;padding:.9rem .25rem;text-decoration:none}main{padding:1.5rem 1rem 4rem}h1{font-size:1.6rem}.terms{grid-template-columns:minmax(0,1fr)}.terms dd{margin-bottom:.5rem}.op{padding:2rem 0}.contents code{display:none}table td:last-child{overflow-wrap:anywhere}}`
