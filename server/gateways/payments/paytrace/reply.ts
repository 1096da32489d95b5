import { z } from 'zod'

/** Fields of every answer. Amounts in exports are JSON numbers with at most two decimals. */
export const replyShape = z.looseObject({
  success: z.boolean(),
  response_code: z.number().int().catch(0),
  status_message: z.string().catch(''),
  approval_message: z.string().catch(''),
  errors: z.record(z.string(), z.array(z.string())).catch({}),
  transaction_id: z.number().int().optional(),
  check_transaction_id: z.number().int().optional(),
  masked_card_number: z.string().catch(''),
})
export type PayTraceReply = z.output<typeof replyShape>
