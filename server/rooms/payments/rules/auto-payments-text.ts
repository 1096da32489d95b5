/** Turned on; or turned off by the customer, by staff, or with the removed method. */
export type AutoPaymentsChange = 'on' | 'customer' | 'staff' | 'method_removed'

interface Texts {
  readonly subject: string
  readonly preheader: string
  readonly heading: string
  readonly paragraphs: string[]
}

const PAY_BY_HAND = 'Please pay your invoices by their due dates.'
const ON_AGAIN = 'You can turn automatic payments back on in the portal.'

/** Email texts for turning automatic payments of a method ('Visa •••• 4242') on or off. */
export function autoPaymentsText(change: AutoPaymentsChange, company: string, method: string): Texts {
  const off = {
    preheader: `${method} is no longer charged automatically.`,
    heading: 'Automatic payments are off',
  }
  switch (change) {
    case 'on':
      return {
        subject: `Automatic payments to ${company} are on`,
        preheader: `${method} pays your invoices on their due dates.`,
        heading: 'Automatic payments are on',
        paragraphs: [
          `${company} will charge ${method} on each invoice’s due date. We’ll email you before each charge.`,
          'To stop, open Payment Methods in the portal and turn off “Pay invoices automatically”. If you didn’t turn it on, do that now or reply to this email.',
        ],
      }
    case 'customer':
      return {
        ...off,
        subject: `Automatic payments to ${company} are off`,
        paragraphs: [
          `As you asked, ${company} no longer charges ${method} automatically. ${PAY_BY_HAND}`,
          `${ON_AGAIN} If you didn’t ask for this, reply to this email.`,
        ],
      }
    case 'staff':
      return {
        ...off,
        subject: `${company} turned your automatic payments off`,
        paragraphs: [
          `${company} turned off your automatic payments. ${method} is no longer charged automatically. ${PAY_BY_HAND}`,
          ON_AGAIN,
        ],
      }
    case 'method_removed':
      return {
        ...off,
        subject: `Automatic payments to ${company} are off`,
        paragraphs: [
          `${method} was removed from your payment methods, so automatic payments are off. ${PAY_BY_HAND}`,
          'You can turn them on for another method in the portal. If you didn’t remove it, reply to this email.',
        ],
      }
  }
}
