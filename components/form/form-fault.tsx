/** What is wrong with a save as a whole; it stands above the fields. */
export function FormFault({ text }: { text: string | undefined }) {
  if (text === undefined) return null
  return (
    <p role="alert" className="whitespace-pre-line rounded-md bg-danger-soft px-3 py-2 text-danger text-md">
      {text}
    </p>
  )
}
