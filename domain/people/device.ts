/** The first match wins: a User-Agent also names the browsers it imitates. */
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera|OPT|OPiOS)\b/, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/(\bChrome|HeadlessChrome|\bCriOS|\bChromium)\//, 'Chrome'],
  [/\bVersion\/\S+ .*\bSafari\//, 'Safari'],
]

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\b(Macintosh|Mac OS X)\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
]

/** No real browser sends a longer User-Agent. */
const MAX_LENGTH = 512

/**
 * Describes a User-Agent, such as 'Firefox on Windows'; null for an unknown one. The result has only our own
 * words, nothing of the input.
 */
export function deviceWords(userAgent: string | undefined): string | null {
  const text = userAgent?.slice(0, MAX_LENGTH) ?? ''
  const named = (rules: typeof BROWSERS) => rules.find(([sign]) => sign.test(text))?.[1]
  const words = [named(BROWSERS), named(SYSTEMS)].filter((word) => word !== undefined)
  return words.length === 0 ? null : words.join(' on ')
}
