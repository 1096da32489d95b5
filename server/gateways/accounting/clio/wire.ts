import { z } from 'zod'

/** Amounts come as JSON numbers of at most 15 digits, whose shortest text is exact. */
const decimal = z
  .union([z.number(), z.string()])
  .nullish()
  .transform((given) => String(given ?? 0))

const text = z
  .string()
  .nullish()
  .transform((given) => given ?? '')

const id = z.union([z.number().int(), z.string()]).transform(String)
const ref = z.object({ id, name: text }).nullish()

/** Records are asked for with these fields: without `fields` Clio answers ids only. Braces nest once. */
export const FIELDS = {
  contact:
    'id,etag,name,type,is_client,updated_at,primary_email_address,secondary_email_address,primary_phone_number,company{id,name},primary_address{street,city,province,postal_code,country}',
  bill: 'id,etag,number,state,kind,subject,issued_at,due_at,created_at,updated_at,sub_total,services_sub_total,total_tax,total,paid,balance,client{id,name},currency{id,code},matters{id,display_number}',
  allocation:
    'id,etag,date,amount,interest,description,payment_type,voided_at,created_at,updated_at,bill{id},contact{id},parent{id,type}',
  creditMemo:
    'id,etag,date,amount,description,voided_at,updated_at,contact{id},allocations{id,amount,voided_at}',
} as const

const address = z.object({ street: text, city: text, province: text, postal_code: text, country: text })

export const contactShape = z.object({
  id,
  etag: text,
  name: text,
  type: text,
  is_client: z.boolean().nullish(),
  updated_at: text,
  primary_email_address: text,
  secondary_email_address: text,
  primary_phone_number: text,
  company: ref,
  primary_address: address.nullish(),
})

export const billShape = z.object({
  id,
  etag: text,
  number: text,
  state: text,
  kind: text,
  subject: text,
  issued_at: text,
  due_at: text,
  updated_at: text,
  sub_total: decimal,
  services_sub_total: decimal,
  total_tax: decimal,
  total: decimal,
  paid: decimal,
  balance: decimal,
  client: ref,
  currency: z.object({ code: text }).nullish(),
  matters: z
    .array(z.object({ id, display_number: text }))
    .nullish()
    .transform((given) => given ?? []),
})

export const allocationShape = z.object({
  id,
  etag: text,
  date: text,
  amount: decimal,
  interest: z.boolean().nullish(),
  description: text,
  payment_type: text,
  voided_at: z.string().nullish(),
  created_at: text,
  bill: z.object({ id }).nullish(),
  contact: z.object({ id }).nullish(),
  parent: z.object({ id, type: text }).nullish(),
})

export const creditMemoShape = z.object({
  id,
  etag: text,
  date: text,
  amount: decimal,
  description: text,
  voided_at: z.string().nullish(),
  contact: z.object({ id }).nullish(),
  allocations: z
    .array(z.object({ id, amount: decimal, voided_at: z.string().nullish() }))
    .nullish()
    .transform((given) => given ?? []),
})

export type ClioContact = z.output<typeof contactShape>
export type ClioBill = z.output<typeof billShape>
export type ClioAllocation = z.output<typeof allocationShape>
export type ClioCreditMemo = z.output<typeof creditMemoShape>

/** One page. The address of the next one holds its token. */
export const pageShape = z.object({
  data: z.array(z.unknown()),
  meta: z
    .object({ paging: z.object({ next: z.string().nullish() }).nullish(), records: z.number().nullish() })
    .nullish(),
})
