export { createLawPay } from './lawpay.ts'
