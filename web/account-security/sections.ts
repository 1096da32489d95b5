import { t } from '../ui/language/text.ts'
/** Headings and descriptions of the sections, shared by both apps. */
export const SECTIONS = {
  password: {
    title: t('Password'),
    description: t('Changing it logs you out on your other devices.'),
  },
  twoStep: {
    title: t('Two-step login'),
    description: t('Require a code from your phone as well as your password.'),
  },
  places: {
    title: t('Where you are logged in'),
    description: t('Log out any device you don’t recognize.'),
  },
} as const

/** Formats an instant of the API as the app writes it: the date, and the date with the time. */
export interface InstantWords {
  readonly day: (instant: string) => string
  readonly moment: (instant: string) => string
}
