import type { z } from 'zod'
import type { contract } from '../../../contract/index.ts'

/** Invoices that can be paid at once, with the ways to pay. */
export type OpenInvoices = z.output<typeof contract.openInvoices.list.reply>
