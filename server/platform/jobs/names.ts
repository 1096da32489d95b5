/** Every kind of job there is: room.verb-noun. Queues are made from this list when the database is migrated. */
export const JOB_NAMES = [
  'mail.deliver-message',
  'payments.check-payment',
  'payments.check-refund',
  'payments.handle-provider-event',
  'payments.send-receipt',
  'payments.tell-of-payment',
  'payments.tell-of-refund',
  'payments.tell-of-return',
  'imports.check-rows',
  'imports.write-rows',
  'platform.run-schedules',
] as const

export type JobName = (typeof JOB_NAMES)[number]
