import { useToast } from '../../ui/overlay/toast.tsx'

/** Copies the address of a shared report and reports the result. Returns whether it was copied. */
export function useCopyLink(): (url: string) => Promise<boolean> {
  const toast = useToast()
  return async (url) => {
    try {
      await navigator.clipboard.writeText(url)
      toast({
        title: 'Link copied',
        body: 'Whoever has it reads the report without signing in.',
        tone: 'success',
      })
      return true
    } catch {
      toast({
        title: 'Your browser did not let us copy the link',
        body: 'Select the link and copy it by hand.',
        tone: 'error',
      })
      return false
    }
  }
}
