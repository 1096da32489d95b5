/**
 * Applies a company's color in place of ours. Some colors can't be read, so each use changes the lightness as
 * far as necessary, separately for light and dark: text in and on it has a contrast of 4.5:1 (WCAG 2.2,
 * 1.4.3).
 */

type Rgb = readonly [number, number, number]

const MIN_CONTRAST = 4.5
const LIGHT = { surfaces: ['#ffffff', '#fafaf7', '#f3f3ef'], tintBase: '#ffffff', away: [0, 0, 0] as Rgb }
const DARK = {
  surfaces: ['#15181c', '#0e1013', '#1b1f24'],
  tintBase: '#15181c',
  away: [255, 255, 255] as Rgb,
}
const DARK_INK = '#0b1210'

/** Channels from 0 to 255 of '#0e6553' or '#fff'; null when it is no color. */
export function readHex(hex: string): Rgb | null {
  const short = /^#?([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(hex.trim())
  const long = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex.trim())
  const parts = short ? short.slice(1).map((digit) => digit + digit) : long?.slice(1)
  if (!parts) return null
  const [red = 0, green = 0, blue = 0] = parts.map((part) => Number.parseInt(part, 16))
  return [red, green, blue]
}

const writeHex = (color: Rgb): string =>
  `#${color.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`

const mix = (from: Rgb, to: Rgb, part: number): Rgb => [
  from[0] + (to[0] - from[0]) * part,
  from[1] + (to[1] - from[1]) * part,
  from[2] + (to[2] - from[2]) * part,
]

function luminance(color: Rgb): number {
  const [red, green, blue] = color.map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast of two colors from 1 to 21, as WCAG 2.2 defines it. */
export function contrast(a: string, b: string): number {
  const [bright, dim] = [luminance(readHex(a) ?? [0, 0, 0]), luminance(readHex(b) ?? [0, 0, 0])].sort(
    (x, y) => y - x,
  )
  return ((bright ?? 0) + 0.05) / ((dim ?? 0) + 0.05)
}

export type BrandRoles = { brand: string; strong: string; tint: string; on: string }

function rolesFor(color: Rgb, theme: typeof LIGHT): BrandRoles {
  const tint = writeHex(mix(readHex(theme.tintBase) ?? color, color, theme === LIGHT ? 0.1 : 0.16))
  let brand = writeHex(color)
  for (let step = 0; step <= 40; step += 1) {
    brand = writeHex(mix(color, theme.away, step / 40))
    if ([...theme.surfaces, tint].every((surface) => contrast(brand, surface) >= MIN_CONTRAST)) break
  }
  const strong = writeHex(mix(readHex(brand) ?? color, theme.away, 0.22))
  const on = contrast('#ffffff', brand) >= MIN_CONTRAST ? '#ffffff' : DARK_INK
  return { brand, strong, tint, on }
}

/** The four brand roles of a color in both themes; null when it is no color. */
export function brandRoles(hex: string): { light: BrandRoles; dark: BrandRoles } | null {
  const color = readHex(hex)
  return color && { light: rolesFor(color, LIGHT), dark: rolesFor(color, DARK) }
}

/** Returns the style properties that give a page the roles of a color in both themes; none when it is no color. */
export function brandProperties(hex: string): Record<string, string> {
  const roles = brandRoles(hex)
  if (!roles) return {}
  const both = (role: keyof BrandRoles) => `light-dark(${roles.light[role]}, ${roles.dark[role]})`
  return {
    '--brand': both('brand'),
    '--brand-strong': both('strong'),
    '--brand-tint': both('tint'),
    '--on-brand': both('on'),
  }
}
