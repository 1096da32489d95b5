/**
 * A company's colour in place of ours. People choose colours that can't be read; each is moved in lightness only as
 * far as its use needs, separately for light and dark, so that text in it and on it holds 4.5:1 (WCAG 2.2, 1.4.3).
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

/** '#0e6553' or '#fff' as channels from 0 to 255; null when it is no colour. */
export function readHex(hex: string): Rgb | null {
  const short = /^#?([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(hex.trim())
  const long = /^#?([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex.trim())
  const parts = short ? short.slice(1).map((digit) => digit + digit) : long?.slice(1)
  if (!parts) return null
  const [red = 0, green = 0, blue = 0] = parts.map((part) => Number.parseInt(part, 16))
  return [red, green, blue]
}

const writeHex = (colour: Rgb): string =>
  `#${colour.map((channel) => Math.round(channel).toString(16).padStart(2, '0')).join('')}`

const mix = (from: Rgb, to: Rgb, part: number): Rgb => [
  from[0] + (to[0] - from[0]) * part,
  from[1] + (to[1] - from[1]) * part,
  from[2] + (to[2] - from[2]) * part,
]

function luminance(colour: Rgb): number {
  const [red, green, blue] = colour.map((channel) => {
    const part = channel / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** Contrast of two colours from 1 to 21, as WCAG 2.2 defines it. */
export function contrast(a: string, b: string): number {
  const [bright, dim] = [luminance(readHex(a) ?? [0, 0, 0]), luminance(readHex(b) ?? [0, 0, 0])].sort(
    (x, y) => y - x,
  )
  return ((bright ?? 0) + 0.05) / ((dim ?? 0) + 0.05)
}

export type BrandRoles = { brand: string; strong: string; tint: string; on: string }

function rolesFor(colour: Rgb, theme: typeof LIGHT): BrandRoles {
  const tint = writeHex(mix(readHex(theme.tintBase) ?? colour, colour, theme === LIGHT ? 0.1 : 0.16))
  let brand = writeHex(colour)
  for (let step = 0; step <= 40; step += 1) {
    brand = writeHex(mix(colour, theme.away, step / 40))
    if ([...theme.surfaces, tint].every((surface) => contrast(brand, surface) >= MIN_CONTRAST)) break
  }
  const strong = writeHex(mix(readHex(brand) ?? colour, theme.away, 0.22))
  const on = contrast('#ffffff', brand) >= MIN_CONTRAST ? '#ffffff' : DARK_INK
  return { brand, strong, tint, on }
}

/** The four brand roles of a colour in both themes; null when it is no colour. */
export function brandRoles(hex: string): { light: BrandRoles; dark: BrandRoles } | null {
  const colour = readHex(hex)
  return colour && { light: rolesFor(colour, LIGHT), dark: rolesFor(colour, DARK) }
}

/** Sets the brand roles of the whole page; null, or what is no colour, brings our own back. */
export function applyBrand(hex: string | null): void {
  const { style } = document.documentElement
  const roles = hex === null ? null : brandRoles(hex)
  const names = {
    brand: '--brand',
    strong: '--brand-strong',
    tint: '--brand-tint',
    on: '--on-brand',
  } as const
  for (const role of ['brand', 'strong', 'tint', 'on'] as const) {
    if (roles) style.setProperty(names[role], `light-dark(${roles.light[role]}, ${roles.dark[role]})`)
    else style.removeProperty(names[role])
  }
}
