import { z } from 'zod'
import { isProductText } from '../../../contract/shapes.ts'
import type { Language } from '../../../domain/mails/languages.ts'
import { translateText } from './translate.ts'

/**
 * Returns a reply with the texts of the product in a language. The contract declares which fields hold one (`productText`);
 * people's own words are in other fields and stay as they are. `value` has the shape already.
 */
export function translateReply(shape: z.core.$ZodType, value: unknown, language: Language): unknown {
  if (value === null || value === undefined) return value
  if (isProductText(shape)) return typeof value === 'string' ? translateText(language, value) : value
  if (shape instanceof z.ZodArray)
    return (value as unknown[]).map((one) => translateReply(shape.element, one, language))
  if (shape instanceof z.ZodNullable || shape instanceof z.ZodOptional || shape instanceof z.ZodDefault)
    return translateReply(shape.unwrap(), value, language)
  if (shape instanceof z.ZodUnion) {
    const branch = shape.options.find((option) => z.safeParse(option, value).success)
    return branch ? translateReply(branch, value, language) : value
  }
  if (!(shape instanceof z.ZodObject) && !(shape instanceof z.ZodRecord)) return value
  const fields = Object.entries(value as object).map(([name, field]) => {
    const declared: z.core.$ZodType | undefined =
      shape instanceof z.ZodRecord ? shape.valueType : shape.shape[name]
    return [name, declared ? translateReply(declared, field, language) : field]
  })
  return Object.fromEntries(fields)
}
