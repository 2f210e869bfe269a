'use client'

import { useState } from 'react'

interface Props {
  /** The picture's address, where there is one to show. */
  src: string | undefined
  /** What it stands for: its first letter shows where there is no picture, or a broken one. */
  name: string
  /** Size, corners and the letter's size. */
  className: string
}

/** A small square picture beside a name, or the name's first letter. */
export function ImageTile({ src, name, className }: Props) {
  const [broken, setBroken] = useState<string>()
  if (src !== undefined && src !== broken) {
    return (
      // biome-ignore lint/performance/noImgElement: served by the platform; there is no image optimiser.
      <img
        src={src}
        alt=""
        // A picture that failed before the script came has told nobody.
        ref={(image) => {
          if (image?.complete && image.naturalWidth === 0) setBroken(src)
        }}
        onError={() => setBroken(src)}
        className={`shrink-0 object-cover ${className}`}
      />
    )
  }
  const [letter = ''] = name.trim()
  return (
    // The letter is decoration: as generated content it is neither read out, found nor copied.
    <span
      aria-hidden
      data-letter={letter.toUpperCase()}
      className={`grid shrink-0 place-items-center bg-accent-soft font-medium text-accent-ink before:content-[attr(data-letter)] ${className}`}
    />
  )
}
