import { useState } from 'react'
import { isLanguage, type Language } from '../../../../domain/mails/languages.ts'
import type { Texts } from '../preview/use-preview.ts'
import { differs, type EditedMail, storedTexts, type TextLanguage, templateOf } from './edited-mail.ts'
import type { TemplateValues } from './template-fields.tsx'
import type { TextToSave } from './use-mail-saving.ts'

type Drafts = Readonly<Partial<Record<TextLanguage, Texts>>>

/** Unsaved texts of a mail by language. A language that is shown again still has what was typed. */
export function useMailDrafts(edited: EditedMail, accountLanguage: Language) {
  const stored = templateOf(edited)
  const [language, setLanguage] = useState<TextLanguage>(
    edited.template === null ? accountLanguage : 'default',
  )
  const [drafts, setDrafts] = useState<Drafts>({})
  const [name, setName] = useState(stored?.name ?? '')
  const textsIn = (one: TextLanguage): Texts => drafts[one] ?? storedTexts(edited, one)
  const values: TemplateValues = { ...textsIn(language), name: edited.template === null ? null : name }
  const change = ({ name: newName, ...texts }: Partial<TemplateValues>) => {
    if (typeof newName === 'string') setName(newName)
    setDrafts((before) => ({
      ...before,
      [language]: { ...(before[language] ?? storedTexts(edited, language)), ...texts },
    }))
  }
  const forget = (one: TextLanguage) => setDrafts(({ [one]: _forgotten, ...others }) => others)
  const toSave = (): TextToSave[] => {
    const changed = Object.keys(drafts).filter((one): one is TextLanguage => isTextLanguage(one))
    const texts = changed.filter((one) => differs(textsIn(one), storedTexts(edited, one)))
    if (edited.template !== null && !texts.includes('default') && name !== (stored?.name ?? ''))
      texts.unshift('default')
    return (edited.template === 'new' && texts.length === 0 ? (['default'] as const) : texts).map((one) => ({
      ...textsIn(one),
      name,
      language: one,
    }))
  }
  return {
    language,
    values,
    change,
    forget,
    toSave,
    show: (one: string) => isTextLanguage(one) && setLanguage(one),
  }
}

const isTextLanguage = (text: string): text is TextLanguage => text === 'default' || isLanguage(text)
