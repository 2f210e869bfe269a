'use client'

import { useState } from 'react'
import { imageAddress } from '#lib/image-address'
import { basePath } from '#lib/request'

/** Whoever has no picture is shown by the first letter of their name. */
export function Initial({ name, className }: { name: string; className: string }) {
  const [letter = ''] = name.trim()
  return (
    // The letter is decoration: as generated content it is neither read out, found nor copied.
    <span
      aria-hidden
      data-letter={letter.toUpperCase()}
      className={`grid shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent-ink before:content-[attr(data-letter)] ${className}`}
    />
  )
}

interface Props {
  /** The stored path of the person's picture; the default one shows where there is none, or a broken one. */
  stored: string | null | undefined
  /** Empty where the name stands beside it. */
  alt: string
  /** Its size. */
  className: string
}

export function Avatar({ stored, alt, className }: Props) {
  const [broken, setBroken] = useState<string>()
  const own = imageAddress(stored)
  const src = own === undefined || own === broken ? `${basePath}/images/avatar.svg` : own
  return (
    // biome-ignore lint/performance/noImgElement: served by the platform; there is no image optimiser.
    <img
      src={src}
      alt={alt}
      // A picture that failed before the script came has told nobody.
      ref={(image) => {
        if (image?.complete && image.naturalWidth === 0) setBroken(own)
      }}
      onError={() => setBroken(own)}
      className={`shrink-0 rounded-full object-cover ${className}`}
    />
  )
}
