/* An environment of the build is an app in a language: `portal`, in English, `portal_de`, `portal_pt$BR`, `business`. */

export const environmentOf = (app: string, language: string): string => `${app}_${language.replace('-', '$')}`

export const appOf = (environment: string): string => environment.split('_')[0]!

export const languageOf = (environment: string): string =>
  environment.split('_')[1]?.replace('$', '-') ?? 'en'

/** Returns the name of an environment's page, without its ending: `portal.de`. */
export const pageOf = (environment: string): string => environment.replace('_', '.').replace('$', '-')
