import { t } from '../../ui/language/text.ts'
import { knownPatterns } from './known-patterns.ts'

/** Texts of the server and of domain/ that customers see, in the language of the build. */
const TEXTS: Readonly<Record<string, string>> = {
  'Name on card': t('Name on card'),
  'Card number': t('Card number'),
  'Security code': t('Security code'),
  'Account holder': t('Account holder'),
  'Routing number': t('Routing number'),
  'Account number': t('Account number'),
  'Account name': t('Account name'),
  'Expiration month': t('Expiration month'),
  Amount: t('Amount'),
  'Payment method': t('Payment method'),
  'Save this payment method': t('Save this payment method'),
  'Pay future invoices automatically': t('Pay future invoices automatically'),
  'Already pays invoices automatically': t('Already pays invoices automatically'),
  'We’ll charge this method on each due date and email you 3 days before. Cancel anytime.': t(
    'We’ll charge this method on each due date and email you 3 days before. Cancel anytime.',
  ),
  'Payment plan fee': t('Payment plan fee'),
  'Credit card': t('Credit card'),
  'E-check': t('E-check'),
  'Bank transfer': t('Bank transfer'),
  Check: t('Check'),
  'Payable to': t('Payable to'),
  'Mail to': t('Mail to'),
  Reference: t('Reference'),
  Bank: t('Bank'),
  Current: t('Current', { context: 'amount owed' }),
  'Past Due 0-30': t('Past Due 0-30'),
  Paid: t('Paid'),
  Pending: t('Pending'),
  Authorized: t('Authorized'),
  Confirmed: t('Confirmed'),
  Rejected: t('Rejected'),
  Refunded: t('Refunded'),
  'Needs review': t('Needs review'),
  'Not finished': t('Not finished'),
  'Every week': t('Every week'),
  'Every 2 weeks': t('Every 2 weeks'),
  'Every month': t('Every month'),
  'The amount is wrong': t('The amount is wrong'),
  'Goods or services were not received': t('Goods or services were not received'),
  'It was paid already': t('It was paid already'),
  'Something else': t('Something else'),
  'This field is required': t('This field is required'),
  'This field is required.': t('This field is required.'),
  'Enter a valid number.': t('Enter a valid number.'),
  'Select a valid choice.': t('Select a valid choice.'),
  'The amount should be greater than 0': t('The amount should be greater than 0'),
  'Enter an amount without decimals.': t('Enter an amount without decimals.'),
  'This card has expired.': t('This card has expired.'),
  'Enter the month and year as MM / YY.': t('Enter the month and year as MM / YY.'),
  'Check the year. Cards don’t stay valid that long.': t('Check the year. Cards don’t stay valid that long.'),
  'This card number is not valid.': t('This card number is not valid.'),
  'This security code is not valid.': t('This security code is not valid.'),
  'Use at least 8 characters.': t('Use at least 8 characters.'),
  'Use at most 128 characters.': t('Use at most 128 characters.'),
  'This password is too easy to guess. Choose another one.': t(
    'This password is too easy to guess. Choose another one.',
  ),
  'The password must not contain the name of this product.': t(
    'The password must not contain the name of this product.',
  ),
  'The password must not contain the name of your company.': t(
    'The password must not contain the name of your company.',
  ),
  'We have received your payment, thank you!': t('We have received your payment, thank you!'),
  'Your payment is authorized but not charged yet. The company will charge it later.': t(
    'Your payment is authorized but not charged yet. The company will charge it later.',
  ),
  'This payment was refunded.': t('This payment was refunded.'),
  'The company is checking your payment. You won’t be charged twice.': t(
    'The company is checking your payment. You won’t be charged twice.',
  ),
  'Your payment is being processed.': t('Your payment is being processed.'),
  'This payment did not go through.': t('This payment did not go through.'),
  'Your bank is clearing the payment. This takes a few business days.': t(
    'Your bank is clearing the payment. This takes a few business days.',
  ),
  'Your payment is being confirmed. You don’t need to do anything.': t(
    'Your payment is being confirmed. You don’t need to do anything.',
  ),
  'We could not process your payment, please try again later': t(
    'We could not process your payment, please try again later',
  ),
  'Your card has insufficient funds.': t('Your card has insufficient funds.'),
  'Your card was declined.': t('Your card was declined.'),
  'Your bank asks you to approve this payment.': t('Your bank asks you to approve this payment.'),
  'There were problems with your input. Please correct them and try again.': t(
    'There were problems with your input. Please correct them and try again.',
  ),
  'Please log in.': t('Please log in.'),
  'Your session has ended. Please log in again.': t('Your session has ended. Please log in again.'),
  "You don't have permission to do that.": t("You don't have permission to do that."),
  'You are not allowed to perform that action.': t('You are not allowed to perform that action.'),
  'This is a preview. You can’t pay or change anything here.': t(
    'This is a preview. You can’t pay or change anything here.',
  ),
  'Confirm it’s you with a code from your authenticator app.': t(
    'Confirm it’s you with a code from your authenticator app.',
  ),
  'Not found.': t('Not found.'),
  'Someone else changed this. Reload it and make your change again.': t(
    'Someone else changed this. Reload it and make your change again.',
  ),
  'That isn’t possible right now. Reload and check.': t('That isn’t possible right now. Reload and check.'),
  'We already received this request with other values. Check what was saved before you try again.': t(
    'We already received this request with other values. Check what was saved before you try again.',
  ),
  'What you owe on these invoices has changed. Check the new amounts before you pay.': t(
    'What you owe on these invoices has changed. Check the new amounts before you pay.',
  ),
  'This request is still being processed.': t('This request is still being processed.'),
  'The file you tried to upload is too large.': t('The file you tried to upload is too large.'),
  'You have made too many requests. Please wait before trying again.': t(
    'You have made too many requests. Please wait before trying again.',
  ),
  'Wrong email address or password. Please try again.': t(
    'Wrong email address or password. Please try again.',
  ),
  'Enter the code from your authenticator app.': t('Enter the code from your authenticator app.'),
  'That code is wrong. Please try again.': t('That code is wrong. Please try again.'),
  'This link is no longer valid. Please ask for a new one.': t(
    'This link is no longer valid. Please ask for a new one.',
  ),
  'We were unable to contact the payment processor. Please try again later, or contact support if the issue persists':
    t(
      'We were unable to contact the payment processor. Please try again later, or contact support if the issue persists',
    ),
  'Payments are paused for now. Nothing was charged. Try again later, or ask the company that invoiced you.':
    t(
      'Payments are paused for now. Nothing was charged. Try again later, or ask the company that invoiced you.',
    ),
  "The invoice you have selected cannot be paid at this time. Either the invoice has already been paid, no valid payment options exist for this invoice, or this account's payment integration is inactive. Please contact the account administrator.":
    t(
      "The invoice you have selected cannot be paid at this time. Either the invoice has already been paid, no valid payment options exist for this invoice, or this account's payment integration is inactive. Please contact the account administrator.",
    ),
  "We couldn't find the details of the invoice, this could mean it has been paid.": t(
    "We couldn't find the details of the invoice, this could mean it has been paid.",
  ),
  'The surcharge has changed. Check the new total before you pay.': t(
    'The surcharge has changed. Check the new total before you pay.',
  ),
  'Enter the code we sent you to use a stored payment method.': t(
    'Enter the code we sent you to use a stored payment method.',
  ),
  'The server is busy. Please try again in a moment.': t('The server is busy. Please try again in a moment.'),
  'We could not process your request at this time. Please try again later, or contact support if the issue persists.':
    t(
      'We could not process your request at this time. Please try again later, or contact support if the issue persists.',
    ),
  'We could not reach the server. Check your connection and try again.': t(
    'We could not reach the server. Check your connection and try again.',
  ),
  'Try again later.': t('Try again later.'),
  'A payment of this installment is on its way.': t('A payment of this installment is on its way.'),
  'Choose a day from today to a year from now.': t('Choose a day from today to a year from now.'),
  'If this address has access, we sent it a link. It works once, within 15 minutes.': t(
    'If this address has access, we sent it a link. It works once, within 15 minutes.',
  ),
  'If this address has an account, we sent it a link.': t(
    'If this address has an account, we sent it a link.',
  ),
  'If this invoice is still open, we emailed a new link to the address on file.': t(
    'If this invoice is still open, we emailed a new link to the address on file.',
  ),
  'Tell us what is wrong.': t('Tell us what is wrong.'),
  'That’s not your current password. Please try again.': t(
    'That’s not your current password. Please try again.',
  ),
  'This is not an email address.': t('This is not an email address.'),
  'This payment method is no longer stored.': t('This payment method is no longer stored.'),
  'This payment plan is not offered. Choose another one.': t(
    'This payment plan is not offered. Choose another one.',
  ),
  'Too many payments for this invoice were declined. Please try again in an hour.': t(
    'Too many payments for this invoice were declined. Please try again in an hour.',
  ),
  'We told the company. You get an email when they decide.': t(
    'We told the company. You get an email when they decide.',
  ),
  'You turned on automatic payments too often. Try again in an hour.': t(
    'You turned on automatic payments too often. Try again in an hour.',
  ),
  'The period can’t begin in the future.': t('The period can’t begin in the future.'),
  'The period can’t end in the future.': t('The period can’t end in the future.'),
  'The period ends before it begins.': t('The period ends before it begins.'),
  'These are the details that we have already.': t('These are the details that we have already.'),
  'Enter up to 10 valid email addresses with commas between them.': t(
    'Enter up to 10 valid email addresses with commas between them.',
  ),
  'Enter a valid phone number.': t('Enter a valid phone number.'),
  'This is your own address.': t('This is your own address.'),
  'This person logs in already.': t('This person logs in already.'),
  'Only the first person of your company can do this.': t(
    'Only the first person of your company can do this.',
  ),
  'This kind of payment method is saved when you pay with it.': t(
    'This kind of payment method is saved when you pay with it.',
  ),
  'This payment method was declined.': t('This payment method was declined.'),
  'Too many cards were declined in the last hour, so we’re not accepting new ones. Pay another way or try again in an hour.':
    t(
      'Too many cards were declined in the last hour, so we’re not accepting new ones. Pay another way or try again in an hour.',
    ),
  'Your new password is set. Log in with it.': t('Your new password is set. Log in with it.'),
  'Your password was changed. We logged out your other devices.': t(
    'Your password was changed. We logged out your other devices.',
  ),
  'Two-step login is off and your new password is set. Log in with it.': t(
    'Two-step login is off and your new password is set. Log in with it.',
  ),
}

const PATTERNS = knownPatterns((text) => TEXTS[text] ?? text)

/** Translates a text of the server or of domain/; an unknown one is returned as it is. */
export function translateKnown(text: string): string {
  const known = TEXTS[text]
  if (known !== undefined) return known
  for (const [pattern, write] of PATTERNS) {
    const match = pattern.exec(text)
    if (match) return write(...match.slice(1))
  }
  return text
}
