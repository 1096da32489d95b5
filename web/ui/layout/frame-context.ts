import { createContext, useContext } from 'react'

const FrameContext = createContext(false)

export const FrameProvider = FrameContext.Provider

/** True inside an AppShell, whose main landmark the page must not repeat. */
export const useInFrame = (): boolean => useContext(FrameContext)
