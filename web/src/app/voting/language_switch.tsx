// The languages of the voter's page, for those whose browser asks for another than they read best.
import { useEffect } from "preact/hooks";
import { language, languages, say, setLanguage } from "../texts";

// Says to browsers and screen readers which language the page is in; other pages are in English.
export function useLanguage(): void {
  const code = language.value;
  useEffect(() => {
    document.documentElement.lang = code;
    return () => {
      document.documentElement.lang = "en";
    };
  }, [code]);
}

export function LanguageSwitch() {
  return (
    <select
      class="language"
      aria-label={say("choose_language")}
      value={language.value}
      onChange={(event) => setLanguage(event.currentTarget.value)}
    >
      {Object.entries(languages).map(([code, texts]) => (
        <option key={code} value={code} lang={code}>
          {texts.language}
        </option>
      ))}
    </select>
  );
}
