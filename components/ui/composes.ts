/** Whether a key belongs to an input method: Safari tells that its composition has ended before the key that ended it. */
export function composes({ isComposing, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean {
  return isComposing || keyCode === 229
}
