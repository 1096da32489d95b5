import { expect, it } from 'vitest'
import { deviceWords } from './device.ts'

const KIT = 'AppleWebKit/537.36 (KHTML, like Gecko)'
const APPLE = 'AppleWebKit/605.1.15 (KHTML, like Gecko)'

it.each([
  ['Firefox on Windows', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:133.0) Gecko/20100101 Firefox/133.0'],
  ['Firefox on Linux', 'Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:133.0) Gecko/20100101 Firefox/133.0'],
  [
    'Chrome on macOS',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${KIT} Chrome/131.0.0.0 Safari/537.36`,
  ],
  ['Chrome on Linux', `Mozilla/5.0 (X11; Linux x86_64) ${KIT} HeadlessChrome/131.0.0.0 Safari/537.36`],
  ['Chrome on Android', `Mozilla/5.0 (Linux; Android 10; K) ${KIT} Chrome/131.0.0.0 Mobile Safari/537.36`],
  ['Chrome on ChromeOS', `Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${KIT} Chrome/131.0.0.0 Safari/537.36`],
  ['Edge on Windows', `Mozilla/5.0 (Windows NT 10.0) ${KIT} Chrome/131.0.0.0 Safari/537.36 Edg/131.0.0.0`],
  ['Opera on Windows', `Mozilla/5.0 (Windows NT 10.0) ${KIT} Chrome/130.0.0.0 Safari/537.36 OPR/115.0.0.0`],
  [
    'Samsung Internet on Android',
    `Mozilla/5.0 (Linux; Android 10; K) ${KIT} SamsungBrowser/27.0 Chrome/125.0.0.0 Mobile Safari/537.36`,
  ],
  [
    'Safari on macOS',
    `Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) ${APPLE} Version/18.1 Safari/605.1.15`,
  ],
  [
    'Safari on iPhone',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${APPLE} Version/18.1 Mobile/15E148 Safari/604.1`,
  ],
  [
    'Firefox on iPhone',
    `Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) ${APPLE} FxiOS/133.0 Mobile/15E148 Safari/605.1.15`,
  ],
  [
    'Chrome on iPad',
    `Mozilla/5.0 (iPad; CPU OS 18_1 like Mac OS X) ${APPLE} CriOS/131.0.0.0 Mobile/15E148 Safari/604.1`,
  ],
  ['Windows', 'Something of its own (Windows NT 10.0)'],
])('says %s', (words, userAgent) => {
  expect(deviceWords(userAgent)).toBe(words)
})

it.each([undefined, '', 'curl/8.5.0', '<script>alert(1)</script>', `${'a'.repeat(600)} Firefox/133.0`])(
  'says nothing of what it does not know: %s',
  (userAgent) => {
    expect(deviceWords(userAgent)).toBe(null)
  },
)

it('returns no part of an invented name', () => {
  expect(deviceWords("Firefox/<b>1</b> Windows '; drop table sessions")).toBe('Firefox on Windows')
})
