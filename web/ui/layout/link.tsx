import { type ComponentProps, createContext, type MouseEvent, useContext } from 'react'

type Navigate = (href: string) => void

const NavigateContext = createContext<Navigate>((href) => window.location.assign(href))

/** Lets each app provide its router; without one a link is a plain page load. */
export const NavigateProvider = NavigateContext.Provider

/** The app's navigation, for code that navigates after an action. */
export const useNavigateTo = (): Navigate => useContext(NavigateContext)

const isPlainClick = (event: MouseEvent): boolean =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey

export type LinkProps = ComponentProps<'a'> & { href: string }

/** An anchor that navigates inside the app on a plain click and stays a real link for every other one. */
export function Link({ onClick, href, target, ...rest }: LinkProps) {
  const navigate = useNavigateTo()
  const follow = (event: MouseEvent<HTMLAnchorElement>) => {
    onClick?.(event)
    if (event.defaultPrevented || target || !isPlainClick(event) || !href.startsWith('/')) return
    event.preventDefault()
    navigate(href)
  }
  return <a {...rest} {...{ href, target, onClick: follow }} />
}
