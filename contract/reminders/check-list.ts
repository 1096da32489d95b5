import { z } from 'zod'
import { HOLD_REASONS, SKIP_REASONS } from '../../domain/reminders/decide-reminder.ts'
import { route } from '../route.ts'
import { accountParams, amount, date, id } from '../shapes.ts'

const message = z.object({
  hour: z.number().int(),
  customer: z.object({ pk: id, short_name: z.string() }),
  step: z.string(),
  invoices: z.array(z.object({ pk: id, number: z.string() })),
  currency: z.string(),
  remaining: amount,
})

/** Facts to look at before the account is switched on. */
export const reminderCheckList = {
  read: route({
    method: 'GET',
    path: '/api/accounts/:account/reminders/check-list/',
    summary:
      'Read what reminders would be sent tomorrow, and what else to check before the account is switched on',
    access: { kind: 'staff', right: 'reminders.read' },
    params: accountParams,
    reply: z.object({
      system_enabled: z.boolean(),
      use_legacy_reminders: z.boolean().describe('another system sends the reminders, so flows send none'),
      subscription_is_active: z.boolean(),
      flows: z.array(z.object({ pk: id, name: z.string() })).describe('flows that are on'),
      tomorrow: z.object({
        day: date,
        messages: z.number().int(),
        customers: z.number().int(),
        totals: z.array(z.object({ currency: z.string(), remaining: amount })),
        first: z.array(message).describe('the first five'),
        more: z.boolean().describe('there are more invoices than are planned at once'),
      }),
      not_sent: z
        .array(z.object({ reason: z.enum([...HOLD_REASONS, ...SKIP_REASONS]), invoices: z.number().int() }))
        .describe('steps that are due by tomorrow and are not sent then, by reason'),
      days_off: z.object({
        weekends: z.boolean(),
        holiday_country: z.string().nullable(),
        tomorrow: z.string().nullable().describe('weekend or the name of the holiday when tomorrow is one'),
      }),
      sender: z.object({
        name: z.string(),
        address: z.string(),
        reply_to: z.string().describe('empty when the company has no email address'),
        delivery: z
          .enum(['mail_server', 'demo_mailbox', 'none', 'paused'])
          .describe('where emails go; paused on a restored copy'),
        undelivered: z.number().int().describe('emails of the last seven days that could not be delivered'),
      }),
    }),
  }),
}
