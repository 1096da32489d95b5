/** The files of the embedded fonts, in the package @expo-google-fonts/inter. */
export const FACES = {
  regular: '400Regular/Inter_400Regular.ttf',
  medium: '500Medium/Inter_500Medium.ttf',
  semibold: '600SemiBold/Inter_600SemiBold.ttf',
} as const
export type Face = keyof typeof FACES
