import type { Language } from '../languages.ts'
import type { BuiltInText } from '../mail-kind.ts'
import type { WordedKind } from '../mail-kind-names.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { nl } from './nl.ts'
import { pt } from './pt.ts'
import type { BuiltInTexts } from './texts.ts'

const TEXTS: Readonly<Record<Language, BuiltInTexts>> = { en, de, fr, es, it, nl, pt }

export const builtInText = (kind: WordedKind, language: Language): BuiltInText => TEXTS[language][kind]

export const reminderPreheader = (language: Language): string => TEXTS[language].reminderPreheader
