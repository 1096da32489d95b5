export { createQuickBooksPayments } from './quickbooks-payments.ts'
