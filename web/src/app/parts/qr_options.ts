// How QR codes are made: so that a scratch does no harm, with the border that the standard asks for, in modules.
export const qrOptions = { ecc: "M", border: 4 } as const;
