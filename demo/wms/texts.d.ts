export type TextKey = 'invalidCode' | 'invalidName' | 'invalidPlace' | 'invalidQuantity' | 'invalidNote'
export const texts: Record<'zh-cn' | 'en', Record<TextKey, string>>
