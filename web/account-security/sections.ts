/** Headings and descriptions of the sections, shared by both apps. */
export const SECTIONS = {
  password: {
    title: 'Password',
    description: 'Changing it logs you out on your other devices.',
  },
  twoStep: {
    title: 'Two-step login',
    description: 'Require a code from your phone as well as your password.',
  },
  places: {
    title: 'Where you are logged in',
    description: 'Log out any device you don’t recognize.',
  },
} as const

/** Formats an instant of the API as the app writes it: the date, and the date with the time. */
export interface InstantWords {
  readonly day: (instant: string) => string
  readonly moment: (instant: string) => string
}
