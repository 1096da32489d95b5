import type { Language } from '../languages.ts'
import { de } from './de.ts'
import { en } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { nl } from './nl.ts'
import { pt } from './pt.ts'
import type { Words } from './words.ts'

const WORDS: Readonly<Record<Language, Words>> = { en, de, fr, es, it, nl, pt }

export const wordsOf = (language: Language): Words => WORDS[language]
