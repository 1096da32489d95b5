/** What each part is about, wherever it stands. */
export const SECTIONS = {
  password: {
    title: 'Password',
    description: 'A new password logs you out on every other device and browser.',
  },
  twoStep: {
    title: 'Two-step login',
    description:
      'Besides your password, logging in then takes a code of an app on your phone. Whoever learns your password gets no further.',
  },
  places: {
    title: 'Where you are logged in',
    description: "Log out elsewhere if there is a place that you don't know.",
  },
} as const

/** How this app writes an instant of the API: its day, and its day and time. */
export interface InstantWords {
  readonly day: (instant: string) => string
  readonly moment: (instant: string) => string
}
