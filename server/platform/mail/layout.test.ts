import { describe, expect, it } from 'vitest'
import { type MailContent, renderMail } from './layout.ts'

const invoiceMail: MailContent = {
  company: {
    name: 'Brightwater Supply Co.',
    contactLines: ['418 Canal Street, Milwaukee, WI 53203', 'billing@brightwater.example'],
  },
  subject: 'Invoice INV-2067 from Brightwater Supply Co.',
  preheader: '$2,641.69 due Dec 20, 2026',
  heading: 'Invoice INV-2067',
  paragraphs: ['Hello Maya,', 'Thank you for the holiday order.\nPlease leave empty pallets at dock 2.'],
  figure: { label: 'Amount due', value: '$2,641.69', note: 'Due Dec 20, 2026' },
  facts: [
    { label: 'Invoice', value: 'INV-2067' },
    { label: 'Invoice date', value: 'Nov 20, 2026' },
    { label: 'Bill to', value: 'Harbor & Pine\nMaya Okafor' },
  ],
  button: { label: 'Pay $2,641.69', url: 'https://pay.quittance.example/pay-invoice?token=a&b=1' },
  afterword: ['The invoice is attached as a PDF.'],
  unsubscribe: { label: 'Stop reminders', url: 'https://pay.quittance.example/unsubscribe/x' },
  allowedOrigins: ['https://pay.quittance.example'],
}

const withButton = (url: string): MailContent => ({ ...invoiceMail, button: { label: 'Pay', url } })

describe('renderMail', () => {
  it('renders the same facts in HTML and in plain text', () => {
    const { subject, html, text } = renderMail(invoiceMail)
    expect(subject).toBe('Invoice INV-2067 from Brightwater Supply Co.')
    expect(text).toBe(`Invoice INV-2067

Hello Maya,

Thank you for the holiday order.
Please leave empty pallets at dock 2.

Amount due: $2,641.69
Due Dec 20, 2026
Invoice: INV-2067
Invoice date: Nov 20, 2026
Bill to: Harbor & Pine
  Maya Okafor

Pay $2,641.69:
https://pay.quittance.example/pay-invoice?token=a&b=1

The invoice is attached as a PDF.

-- 
Brightwater Supply Co.
418 Canal Street, Milwaukee, WI 53203
billing@brightwater.example

Sent by Quittance for Brightwater Supply Co.
Stop reminders: https://pay.quittance.example/unsubscribe/x
`)
    for (const shown of [
      'Harbor &amp; Pine<br>Maya Okafor',
      '$2,641.69',
      'Due Dec 20, 2026',
      'Stop reminders',
    ])
      expect(html).toContain(shown)
    expect(html).toContain('href="https://pay.quittance.example/pay-invoice?token=a&amp;b=1"')
    expect(html).toContain('Sent by Quittance for Brightwater Supply Co.')
  })

  it('makes addresses of the company links in paragraphs, and leaves those of others as text', () => {
    const own = 'https://pay.quittance.example/pay-invoice?token=a&b=1'
    const { html, text } = renderMail({
      ...invoiceMail,
      paragraphs: [
        `Pay here: ${own}. Not "https://pay.quittance.example.evil.test/x" or <b>\nhttps://x@evil.test`,
      ],
    })
    expect(text).toContain(`Pay here: ${own}. Not`)
    const shown = own.replace('&', '&amp;')
    expect(html).toContain(
      `Pay here: <a href="${shown}" class="ink2" style="color:#454b57">${shown}</a>. Not &quot;`,
    )
    expect(html).toContain('&lt;b&gt;<br>https://x@evil.test')
    expect(html).not.toMatch(/href="[^"]*evil/)
  })

  it('shows amount and due date first in the preview line', () => {
    const { html } = renderMail(invoiceMail)
    const words = html
      .slice(html.indexOf('<body'))
      .replace(/<[^>]*>|&[#\w]+;/g, ' ')
      .trim()
    expect(words.startsWith('$2,641.69 due Dec 20, 2026')).toBe(true)
  })

  it('has one button and no remote resources', () => {
    const { html } = renderMail({ ...invoiceMail, company: { name: 'B', logoCid: 'logo@quittance' } })
    expect(html.match(/class="button"/g)).toHaveLength(1)
    expect(html).toContain('src="cid:logo@quittance"')
    expect(html).not.toMatch(/(src|background)="?http|url\(|@import|<link|<script/i)
  })

  it('shows markup in any field as text', () => {
    const evil = `"><script>alert(1)</script><img src=x onerror=alert(2)>'</style>&lt;`
    const { html } = renderMail({
      ...invoiceMail,
      company: { name: evil, contactLines: [evil] },
      subject: evil,
      preheader: evil,
      heading: evil,
      paragraphs: [evil],
      figure: { label: evil, value: evil, note: evil },
      facts: [{ label: evil, value: evil }],
      button: { label: evil, url: `https://pay.quittance.example/?q=${evil}` },
      afterword: [evil],
      unsubscribe: { label: evil, url: `https://pay.quittance.example/#${evil}` },
    })
    expect(html).not.toMatch(/<script|<img/i)
    expect(html.match(/<\/style>/g)).toHaveLength(1)
    expect(html.match(/&lt;script&gt;/g)!.length).toBeGreaterThan(10)
  })

  it('refuses links to other origins', () => {
    for (const url of [
      'javascript:alert(1)',
      'data:text/html,x',
      'https://evil.example/',
      'https://pay.quittance.example.evil.example/',
      'https://user@pay.quittance.example/',
      'http://pay.quittance.example/',
      '//pay.quittance.example/',
      'not an address',
    ])
      expect(() => renderMail(withButton(url)), url).toThrow(/A mail may/)
    expect(renderMail(withButton('https://pay.quittance.example/x')).text).toContain(
      'https://pay.quittance.example/x',
    )
  })

  it('keeps the subject one plain line', () => {
    const subjectOf = (subject: string) => renderMail({ ...invoiceMail, subject }).subject
    expect(subjectOf('Invoice 1\r\nBcc: everyone@example.test')).toBe('Invoice 1 Bcc: everyone@example.test')
    expect(subjectOf('a\u2028b\u0000c\u202Ed\u00a0 e')).toBe('a b cd e')
    expect([...subjectOf('é'.repeat(500))]).toHaveLength(200)
  })

  it('leaves out absent parts', () => {
    const { html, text } = renderMail({
      company: { name: 'Quittance' },
      subject: 'Verify your email address',
      preheader: '',
      heading: 'Verify',
      paragraphs: ['', 'Please.'],
      allowedOrigins: [],
    })
    expect(text).toBe('Verify\n\nPlease.\n\n-- \nQuittance\n\nSent by Quittance\n')
    expect(html).not.toMatch(/class="button"|Or open this address|class="figure/)
  })
})
