import { type BrandRoles, brandRoles } from '../../../domain/accounts/brand-colors.ts'
import { wordsOf } from '../../../domain/mails/words/words-of.ts'
import { type CheckedMail, sentBy } from './mail-content.ts'
import { escapeHtml, linkedHtml } from './mail-text.ts'

/**
 * Color roles of the design tokens. Email programs don't support variables, so each element gets its color
 * twice.
 */
const LIGHT = {
  paper: '#fafaf7',
  surface: '#ffffff',
  sunken: '#f3f3ef',
  line: '#e5e4de',
  ink: '#15181e',
  ink2: '#454b57',
  ink3: '#626975',
  brand: '#0e6553',
  onBrand: '#ffffff',
}
const DARK: typeof LIGHT = {
  paper: '#0e1013',
  surface: '#15181c',
  sunken: '#1b1f24',
  line: '#292e35',
  ink: '#eceef1',
  ink2: '#b6bcc6',
  ink3: '#9198a4',
  brand: '#56bda3',
  onBrand: '#06231c',
}

const FONT =
  'font-family:Inter,ui-sans-serif,system-ui,-apple-system,&#39;Segoe UI&#39;,Roboto,Helvetica,Arial,sans-serif'
const MAX_ON_ONE_LINE = 18
const FIGURES = 'font-variant-numeric:tabular-nums lining-nums'

const stylesWith = (dark: ButtonColors): string => `
:root{color-scheme:light dark;supported-color-schemes:light dark}
body{margin:0;padding:0;-webkit-text-size-adjust:100%}
a{text-decoration:underline}
@media (max-width:480px){.outer{padding:16px 8px 24px!important}.card{padding:24px 20px!important}.figure{font-size:32px!important;line-height:38px!important}.button,.button a{display:block!important;text-align:center!important}}
@media (prefers-color-scheme:dark){
.paper{background:${DARK.paper}!important}.card{background:${DARK.surface}!important;border-color:${DARK.line}!important}
.sunken{background:${DARK.sunken}!important}.line{border-color:${DARK.line}!important}
.ink{color:${DARK.ink}!important}.ink2{color:${DARK.ink2}!important}.ink3{color:${DARK.ink3}!important}
.button{background:${dark.brand}!important}.button a{color:${dark.on}!important}
}`

type ButtonColors = Pick<BrandRoles, 'brand' | 'on'>

/** Colors of the button: the company's where they are valid, or ours. */
const buttonColors = ({ accentColor }: CheckedMail): { light: ButtonColors; dark: ButtonColors } =>
  brandRoles(accentColor) ?? {
    light: { brand: LIGHT.brand, on: LIGHT.onBrand },
    dark: { brand: DARK.brand, on: DARK.onBrand },
  }

/** Renders an email as one HTML document: table layout, inline styles, no remote resources. */
export function renderHtml(mail: CheckedMail): string {
  const parts = [
    identity(mail),
    `<h1 class="ink" style="margin:0;font-size:22px;line-height:30px;font-weight:600;letter-spacing:-0.01em;color:${LIGHT.ink}">${escapeHtml(mail.heading)}</h1>`,
    ...mail.paragraphs.map((text) => paragraph(text, mail.allowedOrigins, 'ink2', 16, 24)),
    figure(mail),
    facts(mail),
    button(mail),
    ...mail.afterword.map((text) => paragraph(text, [], 'ink3', 14, 20)),
    address(mail),
  ]
  return `<!doctype html>
<html lang="${mail.language}" dir="ltr"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta name="color-scheme" content="light dark"><meta name="supported-color-schemes" content="light dark"><meta name="format-detection" content="telephone=no,date=no,address=no,email=no"><title>${escapeHtml(mail.subject)}</title><style>${stylesWith(buttonColors(mail).dark)}
</style></head>
<body class="paper" style="margin:0;padding:0;background:${LIGHT.paper}">
${preheader(mail.preheader)}
<table role="presentation" class="paper" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${LIGHT.paper};${FONT}"><tr><td class="outer" align="center" style="padding:32px 16px 40px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="max-width:560px">
<tr><td class="card" style="background:${LIGHT.surface};border:1px solid ${LIGHT.line};border-radius:14px;padding:32px;text-align:left">
${parts.filter((part) => part !== '').join('\n')}
</td></tr>
<tr><td style="padding:20px 24px 0;text-align:center">${footer(mail)}</td></tr>
</table></td></tr></table>
</body></html>
`
}

/** Renders the preview text of mailboxes. The filler keeps the body's text out of it. */
function preheader(text: string): string {
  const filler = '&#847;&zwnj;&nbsp;'.repeat(60)
  return `<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escapeHtml(text)}${filler}</div>`
}

function identity({ companyName, logoCid }: CheckedMail): string {
  const name = escapeHtml(companyName)
  const image = logoCid
    ? `<td style="padding-right:12px"><img src="cid:${escapeHtml(logoCid)}" alt="" height="36" style="display:block;height:36px;width:auto;max-width:160px;border:0;border-radius:6px"></td>`
    : ''
  return `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:0 0 24px"><tr>${image}<td class="ink" style="font-size:16px;line-height:24px;font-weight:600;color:${LIGHT.ink}">${name}</td></tr></table>`
}

function paragraph(
  text: string,
  allowedOrigins: readonly string[],
  role: 'ink2' | 'ink3',
  size: number,
  height: number,
): string {
  const color = LIGHT[role]
  const lines = linkedHtml(text, allowedOrigins, `class="${role}" style="color:${color}"`)
  return `<p class="${role}" style="margin:12px 0 0;font-size:${size}px;line-height:${height}px;color:${color};overflow-wrap:anywhere">${lines}</p>`
}

function figure({ figure }: CheckedMail): string {
  if (!figure) return ''
  const note = figure.note
    ? `<div class="ink2" style="font-size:14px;line-height:20px;color:${LIGHT.ink2}">${escapeHtml(figure.note)}</div>`
    : ''
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 0"><tr><td class="sunken" style="background:${LIGHT.sunken};border-radius:10px;padding:16px 20px"><div class="ink3" style="font-size:13px;line-height:18px;color:${LIGHT.ink3}">${escapeHtml(figure.label)}</div><div class="figure ink" style="font-size:36px;line-height:44px;font-weight:600;letter-spacing:-0.02em;${FIGURES};color:${LIGHT.ink};overflow-wrap:anywhere">${escapeHtml(figure.value)}</div>${note}</td></tr></table>`
}

function facts({ facts }: CheckedMail): string {
  if (facts.length === 0) return ''
  const cell = `font-size:14px;line-height:20px;padding:10px 0;vertical-align:top`
  const rows = facts.map(({ label, value, url }, index) => {
    const rule = index === 0 ? '' : `border-top:1px solid ${LIGHT.line};`
    const shown = escapeHtml(value).replaceAll('\n', '<br>')
    const name = url
      ? `<a class="ink3" href="${escapeHtml(url)}" style="color:${LIGHT.ink3}">${escapeHtml(label)}</a>`
      : escapeHtml(label)
    return `<tr><th scope="row" class="ink3 line" align="left" style="${cell};${rule}font-weight:400;color:${LIGHT.ink3};padding-right:16px">${name}</th><td class="ink line" align="right" style="${cell};${rule}${FIGURES};font-weight:500;color:${LIGHT.ink};${breakingOf(value)}">${shown}</td></tr>`
  })
  return `<table width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:14px 0 0;border-collapse:collapse">${rows.join('')}</table>`
}

/** An amount stays on one line; a long value breaks where it must. */
const breakingOf = (value: string): string =>
  value.length <= MAX_ON_ONE_LINE ? 'white-space:nowrap' : 'overflow-wrap:anywhere'

function button(mail: CheckedMail): string {
  const { button } = mail
  if (!button) return ''
  const { light } = buttonColors(mail)
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:24px 0 4px"><tr><td class="button" align="center" bgcolor="${light.brand}" style="background:${light.brand};border-radius:10px"><a href="${escapeHtml(button.url)}" style="display:block;padding:13px 24px;font-size:16px;line-height:24px;font-weight:600;color:${light.on};text-decoration:none">${escapeHtml(button.label)}</a></td></tr></table>`
}

/** Renders the button's address in full, for programs without links and for people who check it. */
function address({ button, language }: CheckedMail): string {
  if (!button) return ''
  const url = escapeHtml(button.url)
  return `<p class="ink3" style="margin:16px 0 0;font-size:12px;line-height:16px;color:${LIGHT.ink3};overflow-wrap:anywhere;word-break:break-word">${wordsOf(language).orOpenAddress} <a class="ink3" href="${url}" style="color:${LIGHT.ink3}">${url}</a></p>`
}

function footer(mail: CheckedMail): string {
  const { contactLines, unsubscribe } = mail
  const line = (html: string, role: 'ink2' | 'ink3') =>
    `<p class="${role}" style="margin:0;font-size:12px;line-height:18px;color:${LIGHT[role]}">${html}</p>`
  const contact = contactLines.length > 0 ? line(contactLines.map(escapeHtml).join('<br>'), 'ink3') : ''
  const stop = unsubscribe
    ? line(
        `<a class="ink3" href="${escapeHtml(unsubscribe.url)}" style="color:${LIGHT.ink3}">${escapeHtml(unsubscribe.label)}</a>`,
        'ink3',
      )
    : ''
  return `${contact}${line(escapeHtml(sentBy(mail)), 'ink3')}${stop}`
}
