'use client'

import { createContext, type ReactNode, useContext } from 'react'

const codesOfSystems = createContext<ReadonlySet<string>>(new Set())

/** Tells what is below it which codes systems with pages have. */
export function KnownSystems({ codes, children }: { codes: readonly string[]; children: ReactNode }) {
  return <codesOfSystems.Provider value={new Set(codes)}>{children}</codesOfSystems.Provider>
}

/** The codes of the systems whose pages a person may open. */
export function useKnownSystems(): ReadonlySet<string> {
  return useContext(codesOfSystems)
}
