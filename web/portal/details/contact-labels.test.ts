import { expect, it } from 'vitest'
import { CONTACT_FIELDS } from '../../../domain/people/contact-fields.ts'
import { CONTACT_LABELS } from './contact-labels.ts'

it('labels the fields in English as the company sees them', () => {
  expect(CONTACT_LABELS).toEqual(CONTACT_FIELDS)
})
