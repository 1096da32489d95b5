import { brandRoles } from '../../../../domain/accounts/brand-colors.ts'
import type { Face } from './font-faces.ts'

/** Color roles of the design tokens, for a white page. */
export const COLORS = {
  ink: '#15181e',
  ink2: '#454b57',
  ink3: '#626975',
  line: '#e5e4de',
  lineStrong: '#cfcec6',
  brand: '#0e6553',
  paid: '#166b41',
  paidTint: '#e6f3eb',
  overdue: '#ad241c',
  overdueTint: '#fbeae8',
  quiet: '#565d69',
  quietTint: '#eeeeea',
} as const

/** Lengths in points. */
export interface TextStyle {
  readonly face: Face
  readonly size: number
  readonly lineHeight: number
  readonly color: string
  /** Gives all digits one width, so that columns of figures line up. */
  readonly tabular?: boolean
  readonly letterSpacing?: number
}

const style = (face: Face, size: number, lineHeight: number, color: string): TextStyle => ({
  face,
  size,
  lineHeight,
  color,
})
const figures = (base: TextStyle): TextStyle => ({ ...base, tabular: true })

export const STYLES = {
  title: style('semibold', 22, 26, COLORS.ink),
  company: style('semibold', 13, 17, COLORS.ink),
  number: style('regular', 10, 14, COLORS.ink3),
  body: style('regular', 9.5, 14, COLORS.ink2),
  strong: style('semibold', 9.5, 14, COLORS.ink),
  label: style('regular', 9.5, 14, COLORS.ink3),
  value: style('regular', 9.5, 14, COLORS.ink),
  figure: figures(style('regular', 9.5, 14, COLORS.ink)),
  columnHead: style('regular', 8.5, 12, COLORS.ink3),
  item: style('medium', 9.5, 13, COLORS.ink),
  detail: style('regular', 8.5, 12, COLORS.ink3),
  cell: figures(style('regular', 9.5, 13, COLORS.ink)),
  total: style('semibold', 12, 17, COLORS.ink),
  totalFigure: figures(style('semibold', 12, 17, COLORS.ink)),
  heroLabel: style('regular', 10, 14, COLORS.ink3),
  hero: style('semibold', 32, 40, COLORS.ink),
  foot: style('regular', 8, 11, COLORS.ink3),
  stamp: { ...style('semibold', 7.5, 10, COLORS.quiet), letterSpacing: 0.6 },
} as const satisfies Record<string, TextStyle>

/** Returns the company's color, darkened until text on white is legible; ours without one. */
export function readableAccent(color: string | null | undefined): string {
  return brandRoles(color ?? '')?.light.brand ?? COLORS.brand
}
