import { type CheckedMail, sentBy } from './mail-content.ts'

/** Renders the plain-text version with every fact and address of the HTML, in the same order. */
export function renderText(mail: CheckedMail): string {
  const { figure, button, unsubscribe } = mail
  const facts = mail.facts.map(
    ({ label, value, url }) => `${label}: ${value.replaceAll('\n', '\n  ')}${url ? `\n  ${url}` : ''}`,
  )
  const figureLines = figure
    ? [`${figure.label}: ${figure.value}`, ...(figure.note ? [figure.note] : [])]
    : []
  const footer = [
    // Email programs treat the lines after this one as a signature (RFC 3676, section 4.3).
    '-- ',
    mail.companyName,
    ...mail.contactLines,
    '',
    sentBy(mail),
    ...(unsubscribe ? [`${unsubscribe.label}: ${unsubscribe.url}`] : []),
  ]
  const blocks = [
    mail.heading,
    ...mail.paragraphs,
    [...figureLines, ...facts].join('\n'),
    button ? `${button.label}:\n${button.url}` : '',
    ...mail.afterword,
    footer.join('\n'),
  ]
  return `${blocks.filter((block) => block !== '').join('\n\n')}\n`
}
