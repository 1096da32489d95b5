const REASONS: Readonly<Record<string, string>> = {
  fraudulent: 'the cardholder did not make it',
  duplicate: 'charged twice',
  product_not_received: 'not received',
  product_unacceptable: 'not as described',
  subscription_canceled: 'canceled before',
  credit_not_processed: 'a refund did not arrive',
  unrecognized: 'the cardholder does not recognize it',
  debit_not_authorized: 'the debit was not authorized',
  incorrect_account_details: 'wrong account details',
  insufficient_funds: 'insufficient funds',
  bank_cannot_process: 'the bank can’t process it',
  customer_initiated: 'taken back by the customer',
  check_returned: 'returned',
  incorrect_amount: 'a wrong amount',
  paid_otherwise: 'paid in another way',
  general: 'no reason given',
}

/** Returns a processor's reason of a dispute in words for staff. */
export const disputeReasonText = (code: string): string => REASONS[code] ?? code.replaceAll('_', ' ')
