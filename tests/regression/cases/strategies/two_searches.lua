-- Two searches, the second with longer rows.
return { { mode = "ai", domain = interval(), strategy = thresholds() }, { mode = "ai", domain = zones(), strategy = thresholds() } }
