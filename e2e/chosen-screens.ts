import { isChosen, isTouched } from '../proof/ring.ts'

/**
 * Whether a check that every screen has to pass runs on this one: always in `npm run proof`; in `npm test` on all when the web
 * changed, else on one of four, chosen by the seed of the commit.
 */
export const isChosenScreen = (name: string): boolean => isChosen(name, 4, isTouched('web/'))
