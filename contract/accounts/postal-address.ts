import { z } from 'zod'
import { line } from '../shapes.ts'

/** Fields of the company's address, as they are changed. */
export const postalAddress = {
  country: line(60),
  city: line(100),
  postal_code: line(20),
  state: line(100),
  addressline1: line(200),
  addressline2: line(200),
  addressline3: line(200),
  addressline4: line(200),
}

/** The same fields as they are read. */
export const postalAddressReply = {
  country: z.string(),
  city: z.string(),
  postal_code: z.string(),
  state: z.string(),
  addressline1: z.string(),
  addressline2: z.string(),
  addressline3: z.string(),
  addressline4: z.string(),
}
